import { readFileSync } from 'node:fs';

/** Where to run a block of commands; named in its first line. */
type Place = 'this repository' | "the team's folder";

/** A file to write, or commands to run. */
export type Step =
  | { readonly file: string; readonly content: string }
  | { readonly place: Place; readonly lines: readonly string[] };

const SECTION = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;
const BLOCK = /(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

/** The files and commands of a document in order, by heading. */
export function readDocument(file: string): ReadonlyMap<string, readonly Step[]> {
  const text = readFileSync(file, 'utf8');
  return new Map([...text.matchAll(SECTION)].map(([, title = '', body = '']) => [title, stepsOf(body)]));
}

const stepsOf = (body: string): readonly Step[] =>
  [...body.matchAll(BLOCK)].map(([, file, language, content = '']) => {
    if (file) return { file, content };
    const [first = '', ...lines] = content.trim().split('\n');
    if (language === 'sh' && isPlace(first.slice('# in '.length))) {
      return { place: first.slice('# in '.length) as Place, lines };
    }
    throw new Error(`A block begins with "${first}": name its file above it, or where it is typed.`);
  });

const isPlace = (text: string): text is Place => text === 'this repository' || text === "the team's folder";

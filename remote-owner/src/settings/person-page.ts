import { person as words } from '../content/person';
import type { Fact, SheetRequest } from './person-sheet';

export interface PersonFile {
  readonly product: string;
  /** The person's. */
  readonly email: string;
  /** « 23 novembre 2026 à 14:32 » */
  readonly moment: string;
  readonly requests: readonly SheetRequest[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c1b1a}
section{break-inside:avoid;border-top:1px solid #999;padding-top:1rem;margin-top:1.5rem}
dt{font-weight:600;margin-top:.5rem}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}ul{margin:0;padding-left:1.2rem}
@media print{body{margin:0;max-width:none}}`;

/** A page of its own, to send or to print. It contains texts of visitors, and may load and run nothing. */
export function renderPersonPage({ product, email, moment, requests }: PersonFile): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(words.title)}</h1>
<p>${escaped(words.intro(product, email, moment))}</p>
${requests.map(sectionOf).join('\n')}
</body>
</html>
`;
}

const sectionOf = ({ title, facts }: SheetRequest) =>
  `<section><h2>${escaped(title)}</h2><dl>${facts.map(factOf).join('')}</dl></section>`;

function factOf([label, value]: Fact): string {
  const shown =
    typeof value === 'string'
      ? escaped(value)
      : `<ul>${value.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
  return `<dt>${escaped(label)}</dt><dd>${shown}</dd>`;
}

/** A person's data as JSON, for programs, with the words of the page. */
export function renderPersonJson({ product, email, moment, requests }: PersonFile): string {
  const { file } = words;
  const content = {
    [file.by]: product,
    [file.address]: email,
    [file.moment]: moment,
    [file.requests]: requests.map(({ title, facts }) => ({ Demande: title, ...Object.fromEntries(facts) })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

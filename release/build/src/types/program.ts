import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  isAsExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isStringLiteral,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Project } from 'typescript/unstable/sync';

/** Types are checked elsewhere. */
export const LANGUAGE = {
  target: 'ES2023',
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

/** An alias that leads nowhere: the module is resolved as without it. */
const AS_INSTALLED = ['./nothing'];

/** The interface finds it with `import.meta.resolve`, which Jest lacks. */
const COMPILER = join(
  dirname(
    createRequire(createRequire(import.meta.url).resolve('typescript/package.json')).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    ),
  ),
  `lib/tsc${process.platform === 'win32' ? '.exe' : ''}`,
);

interface Program {
  readonly project: Project;
  readonly close: () => void;
}

/**
 * Opens the compiler's program of these files. Third parties except React have no types in it: theirs are nine tenths
 * of the files, and the time. The catalog pins the compiler's version, because this interface may change with any.
 */
export function openProgram(files: readonly string[]): Program {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'program-')));
  const configuration = join(folder, 'tsconfig.json');
  const untyped = join(folder, 'untyped.d.ts');
  const paths = { '*': [untyped], '@site/*': AS_INSTALLED, react: AS_INSTALLED, 'react/*': AS_INSTALLED };
  writeFileSync(untyped, 'export {};');
  writeFileSync(
    configuration,
    JSON.stringify({ compilerOptions: { ...LANGUAGE, lib: ['ES2023'], allowJs: true, noEmit: true, paths }, files }),
  );
  const api = new API({ cwd: folder, tsserverPath: COMPILER });
  const close = () => {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const project = api.updateSnapshot({ openProjects: [configuration] }).getProject(configuration);
    if (!project) throw new Error('The compiler opened no program.');
    return { project, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns all nodes of a module, without those in types. */
export function nodesIn(module: SourceFile): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    if (isTypeNode(node)) return;
    nodes.push(node);
    node.forEachChild(visit);
  };
  module.forEachChild(visit);
  return nodes;
}

/** Returns the expression inside of `as const`, `satisfies` and parentheses. */
export function bare(node: Node | undefined): Node | undefined {
  const isWrapped = node && (isAsExpression(node) || isSatisfiesExpression(node) || isParenthesizedExpression(node));
  return isWrapped ? bare(node.expression) : node;
}

export function literalText(node: Node | undefined): string | undefined {
  const text = bare(node);
  return text && (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text)) ? text.text : undefined;
}

export const propertyKey = (name: Node | undefined) => (name && isIdentifier(name) ? name.text : literalText(name));

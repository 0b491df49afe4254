import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isGenerated, listRepositoryFiles } from './repository-files';

describe('documented paths', () => {
  const root = join(__dirname, '..');
  const files = listRepositoryFiles(root);
  const documents = files.filter((file) => file.endsWith('.md'));
  const manifests = files.filter((file) => basename(file) === 'package.json');

  interface Manifest {
    readonly name: string;
    readonly scripts?: Readonly<Record<string, string>>;
    readonly exports?: Readonly<Record<string, string>>;
  }

  const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const scriptsOf = (folder: string) => Object.keys(readManifest(folder).scripts ?? {});
  const rootScripts = scriptsOf(root);

  function packageOf(file: string): string {
    const folder = dirname(file);
    return existsSync(join(folder, 'package.json')) ? folder : packageOf(folder);
  }

  const folderNamed = (name: string) =>
    manifests.map(dirname).find((folder) => basename(folder) === name || readManifest(folder).name === name);

  const matches = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');
  /** Commands are in code, not in prose. */
  const codeOf = (text: string) =>
    [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```|`((?:[^`\n]|\n(?!\n))+)`/gm)]
      .map(([, block, span = '']) => block ?? span.replaceAll(/\n */g, ' '))
      .join('\n');
  /** Removes code blocks and the file names above them: the reader creates these files. */
  const withoutBlocks = (text: string) => text.replaceAll(/(^`[^`\n]+`\n\n)?^ *```[\s\S]*?^ *```/gm, '');

  /** GitHub makes them so of the headings. */
  const anchorsOf = (file: string) =>
    matches(readFileSync(file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, ''), /^#+ (.+)$/gm).map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  function missingLinks(document: string, text: string) {
    const links = matches(withoutBlocks(text), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    return links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(document), path) : document;
      if (!existsSync(target) || anchor === undefined) return !existsSync(target);
      return !anchorsOf(statSync(target).isDirectory() ? join(target, 'README.md') : target).includes(anchor);
    });
  }

  /** Checks code spans that name a path or a source file; skips those with a placeholder or a wildcard. */
  function missingPaths(document: string, text: string) {
    const bases = [dirname(document), packageOf(document), join(packageOf(document), 'src'), root];
    const spans = matches(withoutBlocks(text), /`((?!\.\.)[\w@.-]+(?:\/[\w@.-]+)*\/?)`/g);
    return spans.filter((span) => {
      const [first = ''] = span.split('/');
      if (!span.includes('/')) {
        const isSource = /\.(tsx?|css|sql)$/.test(span);
        return isSource && !files.some((file) => basename(file) === span && file.startsWith(packageOf(document)));
      }
      const isPath = /\.(tsx?|[cm]js|sql)$/.test(span) || bases.some((base) => existsSync(join(base, first)));
      return (
        isPath &&
        !span.split('/').some((part) => isGenerated(part)) &&
        !bases.some((base) => existsSync(join(base, span)))
      );
    });
  }

  /** Scripts in `pnpm <script>` and `pnpm --filter <package> <script>`. */
  function missingScripts(text: string) {
    const own = matches(text, /\bpnpm ([a-z][\w:-]*)/g).filter((word) => !PNPM_COMMANDS.includes(word));
    const filtered = [...text.matchAll(/\bpnpm --filter ([@\w/-]+) ([a-z][\w:-]*)/g)].filter(
      ([, name = '', script = '']) => {
        const folder = folderNamed(name);
        // A remote that a recipe adds does not exist yet.
        return folder && !PNPM_COMMANDS.includes(script) && !scriptsOf(folder).includes(script);
      },
    );
    return [...own.filter((word) => !rootScripts.includes(word)), ...filtered.map(([command]) => command)];
  }

  /** Somebody who has only Node has no `pnpm` on the path. */
  const barePnpm = (text: string) => text.match(/(?<!\bnpx (?:--yes )?)\bpnpm (?:--filter|[a-z]).*/g) ?? [];

  const PNPM_COMMANDS = ['install', 'exec', 'add', 'deploy', 'dlx', 'fetch'];

  test.each(documents.map((file) => [relative(root, file), file]))(
    '%s names only existing files and scripts, and commands that need only Node',
    (_, file) => {
      const text = readFileSync(file, 'utf8');
      expect({
        links: missingLinks(file, text),
        paths: missingPaths(file, text),
        scripts: missingScripts(codeOf(text)),
        bare: barePnpm(codeOf(text)),
      }).toEqual({ links: [], paths: [], scripts: [], bare: [] });
    },
  );

  test.each(manifests.map((file) => [relative(root, file), dirname(file)]))(
    '%s names only existing files, scripts and test projects',
    (_, folder) => {
      const { scripts = {}, exports = {} } = readManifest(folder);
      const commands = Object.values(scripts).join('\n');
      const paths = [...matches(commands, /(?<=\s)([\w./-]+\.(?:ts|js))\b/g), ...Object.values(exports)];
      const projects = matches(commands, /--selectProjects ([\w-]+)/g);
      expect({
        paths: paths.filter((path) => !path.includes('*') && !existsSync(join(folder, path))),
        scripts: missingScripts(commands),
        projects: projects.filter((name) => !existsSync(join(root, name))),
      }).toEqual({ paths: [], scripts: [], projects: [] });
    },
  );

  test('comments name only existing files', () => {
    // A migration that has run is never edited, and a folder in capitals is a variable.
    const sources = files.filter((file) => /\.(tsx?|[cm]?js|sql)$/.test(file) && !file.includes('/migrations/'));
    const missing = sources.flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--) .*$/gm) ?? [];
      const paths = comments.join('\n').match(/(?<![\w/.@<-])[a-z@][\w@-]*(?:\/[\w@.-]+)+\.(?:tsx?|[cm]?js|sql|md)\b/g);
      const bases = [dirname(file), packageOf(file), join(packageOf(file), 'src'), root];
      const absent = (paths ?? []).filter((path) => !bases.some((base) => existsSync(join(base, path))));
      return absent.map((path) => `${relative(root, file)}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test('each script of the root stands in docs/commands.md', () => {
    const document = readFileSync(join(root, 'docs/commands.md'), 'utf8');
    expect(rootScripts.filter((name) => !new RegExp(`npx pnpm ${name}[\\s\`]`).test(document))).toEqual([]);
  });
});

const root = join(__dirname, '..');
const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```/gm;

/** `<id>` and `…` stand for what the reader types. */
const typedIn = (text: string) =>
  [...text.matchAll(BLOCK)].map(([, , block = '']) => block.replaceAll(/<[^<>\n]+>|\[[^\]\n]*…?\]/g, 'typed'));

const complaintAbout = (script: string) => spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr;

test('the shell can parse every block of commands in the documents', () => {
  const documents = listRepositoryFiles(root).filter((file) => file.endsWith('.md'));
  const complaints = documents.flatMap((file) => {
    const complaint = complaintAbout(typedIn(readFileSync(file, 'utf8')).join('\n'));
    return complaint ? [`${relative(root, file)}: ${complaint}`] : [];
  });
  expect(complaints).toEqual([]);
  expect(complaintAbout('if true; then')).not.toBe('');
});

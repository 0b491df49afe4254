import { INDEX_PATH } from '@site/contract/addresses';
import type { RootFile } from '@site/contract/shell-build';
import * as v from 'valibot';
import type { Release } from '../store/release';
import { ComposeError } from './page-rules';

const TAKEN = [INDEX_PATH, '/robots.txt', '/sitemap.xml'];

const rootFile = {
  // The path of a route has no dot.
  path: v.pipe(
    v.string(),
    v.regex(/^\/[\w-]+(?:\.[\w-]+)+$/),
    v.check((path) => !TAKEN.includes(path)),
  ),
  contentType: v.pipe(v.string(), v.regex(/^[\w.+-]+\/[\w.+-]+(?:; charset=utf-8)?$/)),
};

const rootFilesOf = (shell: Release) =>
  v.pipe(
    v.string(),
    v.parseJson(),
    v.pipe(
      v.array(
        v.union([
          v.strictObject({
            ...rootFile,
            file: v.pipe(
              v.string(),
              v.check((file) => Object.hasOwn(shell.files, file)),
            ),
          }),
          v.strictObject({ ...rootFile, text: v.string() }),
        ]),
      ),
      v.maxLength(20),
      v.check((files) => new Set(files.map(({ path }) => path)).size === files.length),
    ),
  );

/** Root files have new paths, and contents from the shell's own release. @throws ComposeError */
export function parseRootFiles(text: string, shell: Release): readonly RootFile[] {
  const { success, output, issues } = v.safeParse(rootFilesOf(shell), text);
  if (success) return output;
  const [issue] = issues;
  const key = v.getDotPath(issue);
  throw new ComposeError(
    { path: 'the root files', of: `shell@${shell.id}` },
    `cannot be used: ${key ? `their key "${key}"` : 'their list'} is refused`,
  );
}

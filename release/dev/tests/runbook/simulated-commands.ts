import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The user "nobody", for the server's own user. */
export const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const AS_NOBODY = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups ` : '';

const HOST_PAGE = readFileSync(join(__dirname, '../../../../docs/host-one-machine.md'), 'utf8');

/** A script of docs/host-one-machine.md: the block after the last sentence that names it. */
export function documentedScript(name: string): string {
  const text = HOST_PAGE.split(`\`/usr/local/bin/${name}\``).at(-1) ?? '';
  const [, script] = /^```sh\n(#![\s\S]*?)^```/m.exec(text) ?? [];
  if (!script) throw new Error(`The document has no script ${name}.`);
  return script;
}

/** Programs of the machine that a test cannot use: by name, the script in their place. */
export const simulatedCommands = (folder: string, control: string): Readonly<Record<string, string>> => ({
  sudo: script('exec "$@"'),
  runuser: script(`shift 3\nexec ${AS_NOBODY}"$@"`),
  systemctl: script(`exec curl -sS --fail-with-body "${control}/$1/\${2:-}"`),
  // On a full disk, a file stands for what the old journal takes.
  journalctl: script(`case "$*" in
*--vacuum-size*) rm -f "${join(folder, 'ballast')}" ;;
*'-u site'*) tail -n 200 "${join(folder, 'journal')}" ;;
esac`),
  'apt-get': script(''),
  chown: script(isRoot ? `shift $(($# - 2))\nexec /bin/chown -R ${NOBODY}:${NOBODY} "$2"` : ''),
});

const script = (body: string) => `#!/bin/sh\n${body}\n`;

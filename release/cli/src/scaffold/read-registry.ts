import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@site/release-core/user-error';

const KEY = '@site:registry';

/** The registry that npm's settings name for the packages of `@site`. @throws UserError without one */
export async function readRegistry(env: NodeJS.ProcessEnv): Promise<string> {
  const given = env[`npm_config_${KEY}`] ?? (await askNpm());
  if (URL.canParse(given)) return given;
  throw new UserError(
    `npm knows no registry for @site, and a public one could have other packages of that name: "npm config set ${KEY} https://…" first.`,
  );
}

const askNpm = () =>
  promisify(execFile)('npm', ['config', 'get', KEY]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

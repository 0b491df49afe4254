// Evaluates a remote's page without a sandbox, to show that an attack would work.
import { compileFunction } from 'node:vm';

const [source] = process.argv.slice(2);
const module = { exports: {} };
const parameters = ['module', 'exports', 'require', '__release_base__'];
compileFunction(source, parameters)(module, module.exports, () => ({}), '/');
const html = module.exports.Page();
// Limits the output, since an attack may produce any amount.
setTimeout(() => process.stdout.write(`went on: ${html.slice(0, 10_000)} ${JSON.stringify({ a: 1 })}`), 100);

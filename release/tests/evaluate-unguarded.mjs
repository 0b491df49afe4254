// Evaluates a remote's page as the composer did before it had a sandbox, to show that an attack is one.
import { compileFunction } from 'node:vm';

const [source] = process.argv.slice(2);
const module = { exports: {} };
const parameters = ['module', 'exports', 'require', '__release_base__'];
compileFunction(source, parameters)(module, module.exports, () => ({}), '/');
const html = module.exports.Page();
// Where a number is expected, an attack may have left anything.
setTimeout(() => process.stdout.write(`went on: ${html.slice(0, 10_000)} ${JSON.stringify({ a: 1 })}`), 100);

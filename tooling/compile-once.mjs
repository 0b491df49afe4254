import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';

// Jest compiles each module anew for each test file, by a call whose result V8 does not keep. A script of the same text
// it does keep, with every function that has run: measured to take a fifth off tests with a DOM.
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
  const isModule = parameters?.[0] === 'module' && options?.parsingContext;
  // A script cannot pass the `import()` of its source on to Jest.
  if (!isModule || /\bimport\s*\(/.test(source)) return compileFunction(source, parameters, options);
  const head = `(function(${parameters}){`;
  const script = new vm.Script(`${head}${source}\n})`, { filename: options.filename, columnOffset: -head.length });
  return script.runInContext(options.parsingContext);
};
syncBuiltinESMExports();

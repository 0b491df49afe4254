import { prepareDataFolder } from '../src/data-folder/data-folder';
import { readOptions } from '../src/options';
import { reasonOf, SetupError } from '../src/setup-error';

// For a site whose backend is hosted: no process of ours opens the data folder there.
try {
  const sentence = prepareDataFolder(readOptions({ DATA_DIR: process.env.DATA_DIR }).dataDir);
  if (sentence) console.error(sentence);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : `The data folder cannot be used: ${reasonOf(error)}`);
  process.exitCode = 1;
}

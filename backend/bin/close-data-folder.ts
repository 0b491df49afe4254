import { reasonOf, UserError } from '@site/terminal/program';
import { prepareDataFolder } from '../src/data-folder/data-folder';
import { readOptions } from '../src/process/options';

// A site with a hosted backend runs this: there, no backend process prepares the data folder.
try {
  const sentence = prepareDataFolder(readOptions({ DATA_DIR: process.env.DATA_DIR }).dataDir);
  if (sentence) console.error(sentence);
} catch (error) {
  console.error(error instanceof UserError ? error.message : `The data folder cannot be used: ${reasonOf(error)}`);
  process.exitCode = 1;
}

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails to the owner about one visitor, oldest first; without a mail server they are files. */
export async function readMails(visitor: string, dataDir = process.env.E2E_DATA_DIR ?? ''): Promise<Email[]> {
  const folder = join(dataDir, 'mails');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  const texts = await Promise.all(files.sort().map((name) => readFile(join(folder, name))));
  // The folder also has the mails of all other tests.
  const mails = await Promise.all(texts.filter((text) => text.includes(visitor)).map((text) => PostalMime.parse(text)));
  return mails.filter(({ replyTo }) => replyTo?.some(({ address }) => address === visitor));
}

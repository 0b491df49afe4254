import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '@site/contract/build';
import { JOURNEYS_FOLDER, parseJourneyFile, readJourneys } from '@site/contract/journeys';

const ENDING = '.json';

export function readJourneyFiles(context: string): Build['journeys'] {
  const folder = join(context, JOURNEYS_FOLDER);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(ENDING)) : [];
  if (files.length === 0) return undefined;
  const contents = files.sort().map((file) => {
    const name = file.slice(0, -ENDING.length);
    return [name, parseJourneyFile(name, readFileSync(join(folder, file), 'utf8'))] as const;
  });
  const stored = Object.fromEntries(contents);
  readJourneys(JSON.stringify(stored));
  return stored;
}

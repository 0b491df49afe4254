import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOut, install, release, replaceWords } from '../support/team';

/** Publishes a booking with another title, for the journey that rolls it back. */
export default async function publishSecondRelease(): Promise<void> {
  if (process.env.E2E_SECOND_BOOKING) return;
  const team = await checkOut();
  try {
    await install(team);
    await replaceWords(join(team, 'remote-booking'), 'Réserver vos sessions', 'Réserver vos journées');
    const reason = ['--unchecked', '--why', 'a release to be rolled back'];
    const { id } = await release(team, process.env.E2E_DATA_DIR ?? '', 'publish', 'booking', ...reason);
    process.env.E2E_SECOND_BOOKING = `booking@${id}`;
  } finally {
    await rm(team, { recursive: true, force: true });
  }
}

import { publishAltered } from '@site/release-dev/tests/packed-server';
import { REPOSITORY } from './site';
import { release } from './team';

interface Target {
  readonly address: string;
  readonly dataDir: string;
}

/**
 * Publishes and activates, watched, a booking whose calendar throws when it renders.
 * @returns the id of the release before
 */
export async function activateBroken({ address: origin, dataDir }: Target): Promise<string> {
  const thrown = 'throw new Error("The Calendar is broken.")';
  // The bundler writes an export as a getter, or in its place.
  const rewrite = (script: string) =>
    script
      .replace(/\bCalendar:\(\)=>([\w$]+)/, (_, own) => `Calendar:()=>given=>{${thrown};return ${own}(given)}`)
      .replace('{Calendar:function(', `{Calendar:function(){${thrown}},intact:function(`);
  const { id } = await publishAltered({ origin, dataDir, name: 'booking', ending: 'broken', rewrite });
  const reason = ['--unchecked', '--why', 'a new booking'];
  const { parts } = (await release(REPOSITORY, dataDir, 'activate', `booking@${id}`, ...reason)) as unknown as {
    readonly parts: readonly { readonly from: string }[];
  };
  return parts[0]?.from ?? '';
}

import { publishAltered } from '@site/release-dev/tests/publish-altered';
import { REPOSITORY } from './site';
import { release } from './team';

interface Broken {
  readonly address: string;
  readonly dataDir: string;
}

/** Publishes a booking whose calendar throws when it renders, and activates it, watched. @returns the id of the release before */
export async function activateBrokenCalendar({ address: origin, dataDir }: Broken) {
  const rewrite = (script: string) =>
    script.replace(
      /Calendar:\(\)=>([\w$]+)/,
      (_, component) => `Calendar:()=>given=>{throw new Error("The calendar is broken.");return ${component}(given)}`,
    );
  const { id } = await publishAltered({ origin, dataDir, name: 'booking', ending: 'broken', rewrite });
  const reason = ['--unchecked', '--why', 'a new calendar'];
  const { parts } = (await release(REPOSITORY, dataDir, 'activate', `booking@${id}`, ...reason)) as unknown as {
    readonly parts: readonly { readonly from: string }[];
  };
  return parts[0]?.from ?? '';
}

import { publishAltered } from '@site/release-dev/tests/publish-altered';
import { REPOSITORY } from './site';
import { release } from './team';

interface Broken {
  readonly address: string;
  readonly dataDir: string;
  /** The end of the release's id. */
  readonly ending: string;
  /** Runs each time the calendar renders, in the visitor's browser. */
  readonly fault: string;
}

/** Publishes a booking whose calendar has a fault, and activates it, watched. @returns the id of the release before */
export async function activateBrokenCalendar({ address: origin, dataDir, ending, fault }: Broken) {
  const rewrite = (script: string) =>
    script.replace(
      /Calendar:\(\)=>([\w$]+)/,
      (_, component) => `Calendar:()=>given=>{${fault};return ${component}(given)}`,
    );
  const { id } = await publishAltered({ origin, dataDir, name: 'booking', ending, rewrite });
  // It was returned in an earlier test.
  const reason = ['--resume', '--unchecked', '--why', 'a new calendar'];
  const { parts } = (await release(REPOSITORY, dataDir, 'activate', `booking@${id}`, ...reason)) as unknown as {
    readonly parts: readonly { readonly from: string }[];
  };
  return parts[0]?.from ?? '';
}

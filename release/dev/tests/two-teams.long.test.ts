import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settleAll } from '@site/release-core/concurrency';
import { visitPage } from '@site/server/tests/visitor';
import { HOSTED, runRelease } from './run-release';
import { endAll, type RunningSite, startSite } from './running-site';
import { copyWholeWorkspace } from './workspace-copy';

jest.setTimeout(1_200_000);

const TURNS = 20;
const GRANTS = [
  { name: 'booking', to: 'équipe réservation' },
  { name: 'contact', to: 'équipe contact' },
];

interface Team {
  readonly name: string;
  readonly to: string;
  readonly folder: string;
  readonly token: string;
}

let folder: string;
let home: string;
let site: RunningSite;
let teams: readonly Team[];
/** Ids of each team's two releases, by part. */
const published = new Map<string, string[]>();

/** Sets up the site on one machine, and a copy of the repository with its own token for each team. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-teams-'));
  home = copyWholeWorkspace();
  const env = {
    DATA_DIR: join(folder, 'data'),
    ...HOSTED,
  };
  site = await startSite(env, home);
  teams = await Promise.all(
    GRANTS.map(async (one) => {
      const given = await runRelease(home, env, 'grant', one.name, '--team', one.to, '--json');
      return { ...one, folder: copyWholeWorkspace(), token: JSON.parse(given.stdout).token as string };
    }),
  );
});
afterAll(() => {
  endAll();
  for (const path of [folder, home, ...teams.map((team) => team.folder)]) rmSync(path, { recursive: true });
});

async function release({ folder: workspace, token }: Team, ...words: string[]) {
  // A team's machine has neither the site's data nor its settings.
  const env = { RELEASE_TOKEN: token, DATA_DIR: join(workspace, 'no-data') };
  const { code, stdout, stderr } = await runRelease(workspace, env, ...words, '--site', site.address, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}. ${stderr}`);
  return JSON.parse(stdout);
}

/** Changes the title of the team's page. */
function reword({ folder: workspace, name }: Team, turn: number) {
  const file = join(workspace, `remote-${name}/src/content/page.ts`);
  const text = readFileSync(file, 'utf8');
  const next = text.replace(/^( {2}title: '[^']*)'/m, `$1, ${turn}'`);
  if (next === text) throw new Error(`${file} has no title.`);
  writeFileSync(file, next);
}

/** The first release is checked in a browser by `publish`, the second by `activate`. */
async function publishAndActivate(team: Team, turn: number) {
  reword(team, turn);
  const isLate = turn === 2;
  const { id, outcome, check, preview } = await release(team, 'publish', team.name, ...(isLate ? ['--unchecked'] : []));
  expect({ outcome, preview, routes: check.pairs.flatMap((pair: { routes: string[] }) => pair.routes) }).toEqual({
    outcome: 'new',
    preview: `${site.address}/${team.name}?release=${team.name}@${id}`,
    routes: isLate ? [] : expect.arrayContaining([`/${team.name}`]),
  });
  published.set(team.name, [...(published.get(team.name) ?? []), id]);
  const activated = await release(team, 'activate', `${team.name}@${id}`, '--why', `turn ${turn}`);
  expect(activated).toMatchObject({ changed: true, who: team.to });
  expect(activated).not.toHaveProperty('unchecked');
}

test('two teams on separate machines publish and activate their parts twice at the same time', async () => {
  for (const turn of [1, 2]) await settleAll(teams.map((team) => publishAndActivate(team, turn)));
  for (const { name } of teams) {
    const html = await (await fetch(`${site.address}/${name}`)).text();
    expect(html).toContain(`/r/${name}/${published.get(name)?.at(-1)}/`);
  }
});

test('a team can neither activate nor roll back the part of the other', async () => {
  const [booking, contact] = teams;
  if (!booking || !contact) throw new Error('There are two teams.');
  for (const words of [
    ['rollback', 'contact'],
    ['activate', `contact@${published.get('contact')?.[0]}`],
  ]) {
    await expect(release(booking, ...words)).rejects.toThrow('is for booking, not for contact');
  }
});

test('forty concurrent activations cause no error and no mixed page, and the log names each team', async () => {
  let isOver = false;
  const activate = async (team: Team) => {
    const ids = published.get(team.name) ?? [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await release(team, 'activate', `${team.name}@${ids[turn % 2]}`, '--why', `again ${turn}`);
    }
  };
  const activating = settleAll(teams.map(activate)).finally(() => {
    isOver = true;
  });
  const seen = new Set<number>();
  const visitor = async (path: string) => {
    while (!isOver) seen.add((await visitPage(site.address, path)).seq);
  };
  await Promise.all([activating, ...['/', '/booking', '/contact'].map(visitor)]);

  // The visits were spread over the changes.
  expect(seen.size).toBeGreaterThan(TURNS);
  const [first] = teams;
  const { changes }: { changes: { seq: number; who: string; command: string; parts: { name: string }[] }[] } = first
    ? await release(first, 'log', '--limit', '1000')
    : { changes: [] };
  expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, at) => at + 1));
  for (const { name, to } of teams) {
    const own = changes.filter(
      ({ command, parts }) => command === 'activate' && parts.some((part) => part.name === name),
    );
    expect(own).toHaveLength(2 + TURNS);
    expect(new Set(own.map(({ who }) => who))).toEqual(new Set([to]));
  }
});

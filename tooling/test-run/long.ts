import { jestStage, playwrightStage, runStages, type Stage } from './stages';

// Tests read it, also in browsers. Without it, the Jest preset excludes `*.long.test.ts`.
process.env.TEST_TIER = 'long';

/** Projects that run in one process (`-i`), as tests that check times would compete for the cores. */
const jestProjects = (names: readonly string[]) => ['--selectProjects', ...names, '-i'];

const processes = jestStage(
  'faults, generated inputs, a superuser',
  'long',
  jestProjects(['backend', 'supabase', 'backend/caller-tests']),
);

const release = jestStage('every program, build and server of a release', 'release', [
  ...jestProjects(['release/core', 'release/server', 'release/cli', 'release/dev']),
  'release/\\w+/tests/',
]);

/** The rules of the database on every supported version of PostgreSQL. */
const majors = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'].map((version): Stage => {
  const [major = ''] = version.split('.');
  const {
    command: [, , ...words],
    ...stage
  } = jestStage(`the database on PostgreSQL ${major}`, `postgres-${major}`);
  return { ...stage, command: ['exec', 'tsx', 'backend/tests/on-postgres.ts', version, ...words] };
});

const chromium = playwrightStage('every spec, state and fault, in a browser', ['e2e'], 'results.json');
const otherBrowsers = playwrightStage('specs in Firefox and both WebKits', ['e2e:browsers'], 'browsers.json');

await runStages([processes, ...majors, release, chromium, otherBrowsers], 'sequential');

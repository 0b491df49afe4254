// The layers of the workspace: `pnpm check` enforces them. See docs/decisions/036-packages.md.

/** What each package may import besides itself; a package of the workspace that is missing here may import nothing. */
export const LAYERS = {
  contract: [],
  supabase: [
    'contract/src/(addresses|agreement-words|csv|email|escape-html|form-fields|french-dates|funding-days|invisible|json|offer|palette|phone|prices|today)\\.',
  ],
  'backend/terminal': ['contract/src/(invisible|today)\\.'],
  'shared-ui/forms': ['contract/', 'shared-ui/src/(index|form|testing)', 'supabase/types'],
  'shared-ui': ['contract/'],
  shell: ['contract/', 'shared-ui/(package\\.json|src/(index|server|steps|testing)\\.)'],
  'remote-owner': [
    'contract/',
    'shared-ui/forms/',
    'supabase/(requests|types)',
    'shared-ui/src/(index|form|testing)\\.',
  ],
  'remote-(?!owner(?:$|/))[a-z][a-z0-9-]*': [
    'contract/',
    'shared-ui/forms/',
    'shared-ui/src/(index|form|island|testing)\\.',
  ],
  backend: ['contract/', 'backend/terminal/', 'supabase/(requests|functions/_shared/)'],
  'release/build': ['contract/'],
  'release/core': ['contract/', 'backend/terminal/'],
  'release/server': [
    'contract/',
    'backend/terminal/',
    'release/core/src/',
    'backend/src/(data-folder/(data-folder|disks)\\.|gateway/(client-address|limited-log)|process/)',
    'supabase/functions/_shared/public-request\\.',
  ],
  'release/cli': ['contract/', 'backend/terminal/', 'release/(core|server)/src/', 'release/build/src/source-root\\.'],
  'release/dev': [
    'contract/',
    'backend/terminal/',
    'release/(core|server|cli)/src/',
    'release/build/src/(journeys|same-site)\\.',
  ],
  tooling: [],
  'backend/caller-tests': [
    'contract/',
    'remote-(booking|contact)/src/(api|form)/',
    'remote-owner/src/(api/[a-z-]+|content/(by-phone|space)|calendar/month|papers/(paper-data|withdrawal)|parts/read-status)\\.',
    'shared-ui/(src/(index|testing)|forms/src/fields)\\.',
    'supabase/(requests|functions/_shared/)',
    'release/core/(src/(queries|wire)|tests/support)/',
    'release/server/src/browser-reports/',
    'backend/(terminal/|src/(database/calls|backup/layout|commands/inbox/run-inbox)|tests/support/)',
  ],
  e2e: [
    'contract/',
    'backend/terminal/',
    'supabase/requests',
    'backend/src/commands/inbox/run-inbox\\.',
    'release/(core|dev)/tests/',
    'release/cli/src/check/chromium\\.',
    'release/build/src/(rspack\\.base|targets)\\.',
    'shared-ui/src/(index|island)\\.',
  ],
  bench: ['contract/', 'e2e/support/', 'release/', 'remote-(booking|landing)/src/\\w+-page\\.'],
};

/** What the tests of a package may import in addition. */
const TESTS = {
  backend: ['supabase/functions/(agenda|notify-owner)/handler\\.', 'tooling/install-tool\\.'],
  'release/core': ['release/core/tests/', 'backend/tests/support/'],
  'release/server': ['release/core/tests/', 'backend/tests/support/', 'backend/src/'],
  'release/cli': ['release/(core|server)/tests/', 'backend/tests/support/', 'backend/src/'],
  'release/dev': ['release/(core|server|cli)/tests/', 'backend/tests/support/', 'backend/src/process/options\\.'],
  'release/build': ['backend/terminal/tests/'],
};

/** Files beside the folders of a package. */
const BESIDE = '[^/]+$';

/** Folders inside a package, the lowest first: each imports only from earlier ones, so that they form no circle. */
export const FOLDERS = {
  'release/build/src': ['types', BESIDE],
  'release/core/src': [
    BESIDE,
    'store',
    'sandbox',
    'compose',
    'checks',
    'config',
    'wire',
    'watch',
    'changes',
    'queries',
  ],
  'release/server/src': [
    BESIDE,
    'browser-reports',
    'auto-rollback',
    'webhook',
    'http',
    'preview',
    'interface',
    'start',
    'bin',
  ],
  'release/cli/src': ['client', BESIDE, 'check', 'publish', 'deploy', 'scaffold', 'commands', 'terminal', 'bin'],
  'release/dev/src': [BESIDE, 'hot', 'against', 'bin'],
  'shell/src': [
    'content',
    'consent',
    'document',
    'navigation',
    'layout',
    'foreign-changes',
    'federation',
    'preview',
    'incidents',
    'speed',
    BESIDE,
  ],
  'remote-owner/src': [
    'api',
    'calendar',
    'content',
    'papers',
    'offline',
    'view',
    'by-phone',
    'day-file',
    'requests',
    'days',
    'agenda',
    'figures',
    'parts',
    'facts',
    'today',
    'settings',
    'session',
    'testing',
    BESIDE,
  ],
  'remote-booking/src': ['api', 'content', 'view', 'calendar-file', 'dates', 'form', 'manage', BESIDE],
  'remote-contact/src': ['api', 'content', 'form', BESIDE],
  'remote-landing/src': ['illustrations', 'content', 'sections', BESIDE],
  'remote-legal/src': ['illustrations', 'content', 'sections', BESIDE],
  'backend/src': [
    'process',
    'data-folder',
    'database',
    'auth',
    'local-postgres',
    'worker',
    'gateway',
    'backup',
    'commands',
  ],
  'supabase/functions/_shared': [BESIDE, 'content', 'mail', 'own-calendar', 'tick'],
};

const IS_TEST = '(\\.test\\.tsx?$|/tests?/)';
const IS_CONFIG = '(rspack|jest)\\.config\\.[jt]s$';
const anyPackage = `^(${Object.keys(LAYERS).join('|')})/`;

/** The files of a package, without those of the packages below it. */
function ownFiles(name) {
  const below = Object.keys(LAYERS).filter((other) => other.startsWith(`${name}/`));
  return below.length > 0
    ? `^${name}/(?!(${below.map((other) => other.slice(name.length + 1)).join('|')})/)`
    : `^${name}/`;
}

const packageRules = Object.entries(LAYERS).flatMap(([name, below]) => {
  const own = ownFiles(name);
  const rule = (kind, from, allowed) => ({
    name: `${name}${kind} imports only the layers below it`,
    severity: 'error',
    from,
    to: { path: anyPackage, pathNot: [own, ...allowed.map((path) => `^${path}`)] },
  });
  return [
    rule('', { path: own, pathNot: [IS_TEST, IS_CONFIG] }, below),
    rule(' (tests)', { path: `${own}.*${IS_TEST}` }, [...below, ...(TESTS[name] ?? [])]),
    {
      name: `${name} reaches other packages by their public entries`,
      severity: 'error',
      from: { path: own },
      to: { path: anyPackage, pathNot: own, dependencyTypes: ['local'] },
    },
  ];
});

const inside = (folder) => (folder === BESIDE ? folder : `${folder}/`);
const folderRules = Object.entries(FOLDERS).flatMap(([name, folders]) =>
  folders.slice(0, -1).map((lower, at) => ({
    name: `${name}/${lower} imports only what stands lower`,
    severity: 'error',
    from: { path: `^${name}/${inside(lower)}`, pathNot: IS_TEST },
    to: {
      path: `^${name}/(${folders
        .slice(at + 1)
        .map(inside)
        .join('|')})`,
    },
  })),
);

export default {
  forbidden: [
    ...packageRules,
    ...folderRules,
    {
      name: 'an import resolves, by the exports of its package',
      severity: 'error',
      from: {},
      // The bundler's alias for the remote that runs standalone, and a package of tooling/tools.
      to: { couldNotResolve: true, pathNot: '^(this-remote|@stryker-mutator)/' },
    },
    {
      name: 'a remote that runs standalone needs no libraries of tests, which teams elsewhere lack',
      severity: 'error',
      from: { path: '^shared-ui/standalone/' },
      to: { path: '^shared-ui/src/(testing|expect-accessible)\\.', reachable: true },
    },
    {
      name: 'sources form no circle',
      severity: 'error',
      from: { pathNot: IS_TEST },
      to: { circular: true, viaOnly: { pathNot: IS_TEST } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|test-results)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TARGETS } from '@site/tooling/targets';
import DoIUse from 'doiuse';
import { runChecks } from 'es-check';
import postcss from 'postcss';

/** What a scanner takes for a feature of the language, or what older browsers may ignore. */
const HARMLESS_SCRIPT = [
  // A method of the same name of the backend's client.
  'Uint8ArrayToBase64',
];
const HARMLESS_STYLE = [
  // A browser without it waits for a second tap.
  'css-touch-action',
  // The first of several font families.
  'extended-system-fonts',
  // Of a closed answer on paper; a browser without it prints the question.
  'css-content-visibility',
];

/** The features of a script that a supported browser lacks. */
export async function scriptAboveFloor(source: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'support-floor-'));
  try {
    const file = join(folder, 'script.js');
    await writeFile(file, source);
    const { errors } = runChecks(
      [
        {
          files: [file],
          ecmaVersion: 'checkBrowser',
          checkBrowser: true,
          browserslistQuery: TARGETS.join(', '),
          checkFeatures: true,
          ignore: HARMLESS_SCRIPT.join(','),
        },
      ],
      { isNodeAPI: true },
    );
    return errors.flatMap(({ err }) => err.features ?? [err.message ?? 'unknown syntax']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The features of a style sheet that a supported browser lacks; those that it has in part do not count. */
export async function styleAboveFloor(source: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const scanner = new DoIUse({
    browsers: TARGETS,
    ignore: HARMLESS_STYLE,
    onFeatureUsage({ feature, featureData }) {
      if (featureData.missing) found.add(feature);
    },
  });
  await postcss([scanner]).process(source, { from: undefined });
  for (const [rule] of source.matchAll(/::backdrop\s*\{[^}]*var\([^}]*\}/g)) found.add(`a variable in ${rule}`);
  for (const [value] of source.matchAll(/--[\w-]+:\s*color-mix\([^;}]*/g)) found.add(`a mixed colour in ${value}`);
  return [...found];
}

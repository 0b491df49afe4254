import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TARGETS } from '@site/build/targets';
import DoIUse from 'doiuse';
import { runChecks } from 'es-check';
import postcss from 'postcss';

/** False positives of the scanners, and features that older browsers may ignore. */
const HARMLESS_SCRIPT = [
  // The backend's client has a method of this name.
  'Uint8ArrayToBase64',
];
const HARMLESS_STYLE = [
  // A browser without it waits for a second tap.
  'css-touch-action',
  // They support only the first of several font families.
  'extended-system-fonts',
  // Used for closed answers in print; a browser without it prints only the question.
  'css-content-visibility',
];

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

/** Partial support of a feature counts as support. */
export async function styleAboveFloor(source: string): Promise<readonly string[]> {
  const features = new Set<string>();
  const scanner = new DoIUse({
    browsers: TARGETS,
    ignore: HARMLESS_STYLE,
    onFeatureUsage({ feature, featureData }) {
      if (featureData.missing) features.add(feature);
    },
  });
  await postcss([scanner]).process(source, { from: undefined });
  for (const [rule] of source.matchAll(/::backdrop\s*\{[^}]*var\([^}]*\}/g)) features.add(`a variable in ${rule}`);
  for (const [value] of source.matchAll(/--[\w-]+:\s*color-mix\([^;}]*/g)) features.add(`a mixed colour in ${value}`);
  return [...features];
}

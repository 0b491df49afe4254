import type { Release } from '@site/release-core/store/release';

export function describeDifference(active: Release | null, next: Release): string[] {
  if (!active) return [`Routes: ${next.routes.map(({ path }) => `+ ${path}`).join(', ') || 'none'}`];
  return [
    `Size: ${kilobytes(active)} → ${kilobytes(next)} compressed`,
    `Routes: ${list(routeChanges(active, next))}`,
    `Requires: ${list(requirementChanges(active, next))}`,
  ];
}

export const kilobytes = ({ size }: Release) => `${(size.brotli / 1000).toFixed(1)} kB`;

const list = (changes: readonly string[]) => changes.join(', ') || 'as before';

function routeChanges(active: Release, next: Release): string[] {
  const added = next.routes.filter(({ name }) => !active.routes.some((old) => old.name === name));
  const kept = active.routes.flatMap((old) => {
    const now = next.routes.find(({ name }) => name === old.name);
    if (!now) return [`− ${old.path}`];
    return [
      ...(now.path === old.path ? [] : [`${old.path} → ${now.path}`]),
      ...(now.title === old.title ? [] : [`${now.path} is now « ${now.title} »`]),
    ];
  });
  return [...added.map(({ path }) => `+ ${path}`), ...kept];
}

function requirementChanges(active: Release, next: Release): string[] {
  const react = active.requires.react === next.requires.react ? [] : [`React ${next.requires.react}`];
  const members = (['sharedUi', 'host'] as const).flatMap((of) => {
    const where = of === 'host' ? 'of the host' : 'of shared-ui';
    const [old, now] = [active.requires[of], next.requires[of]];
    return [
      ...now.filter((name) => !old.includes(name)).map((name) => `+ ${name} ${where}`),
      ...old.filter((name) => !now.includes(name)).map((name) => `− ${name} ${where}`),
    ];
  });
  return [...react, ...members];
}

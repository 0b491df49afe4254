import { satisfies } from 'semver';

export const isInRange = (version: string, range: string): boolean => satisfies(version, range);

import type { Config } from 'jest';

/** The Jest configuration of one package. */
export function preset(name: string, environment: 'jsdom' | 'node', folder?: string): Config;

import type { Config } from 'jest';

export function preset(name: string, environment: 'jsdom' | 'node', folder?: string): Config;

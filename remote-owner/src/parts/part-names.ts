import { parts } from '../content/parts';

export const nameOf = (name: string): string => parts.names[name] ?? name;

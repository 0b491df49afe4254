import type { OwnerCalls } from '../api/wire';

export type Handlers = {
  readonly [Name in keyof OwnerCalls]: (args: OwnerCalls[Name]['args']) => OwnerCalls[Name]['value'];
};

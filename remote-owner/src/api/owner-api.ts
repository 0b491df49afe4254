import { hoursOf } from '@site/contract/day-hours';
import type { Host, Site } from '@site/contract/host';
import type { FactValue } from '@site/contract/page-data';
import { firstDayAhead } from '@site/contract/today';
import { createContext, useContext } from 'react';
import type { ReleaseAnswers, ReleaseCommandName } from './release-answers';
import type { OwnerCalls } from './wire';

/** `unreachable`: a session is stored but cannot be renewed at the moment. */
export type SessionState = 'signed-in' | 'signed-out' | 'unreachable';

export interface SignInRefusal {
  readonly ok: false;
  /** `too-soon`: an earlier code was sent to this address. */
  readonly reason: 'wrong-code' | 'too-soon' | 'too-many' | 'offline' | 'failed';
  /** Seconds until the next try; missing when the server does not say them. */
  readonly wait?: number;
}

export type SignInAnswer = { readonly ok: true } | SignInRefusal;

export interface SessionApi {
  /** Whether the stored session can open the space before supabase-js is loaded. The server refuses ended sessions. */
  readonly isOpen: () => boolean;
  /** Identifies the stored session, also one whose token has expired; null without one. */
  readonly id: () => string | null;
  /** The address of the stored session; null without one. */
  readonly address: () => string | null;
  /** Calls `onState` initially and after each change, also in another tab. @returns a function that stops it */
  readonly watch: (onState: (state: SessionState) => void) => () => void;
  /** Resolves the same way for an address that is not an owner's. */
  readonly sendCode: (email: string) => Promise<SignInAnswer>;
  readonly enterCode: (email: string, code: string) => Promise<SignInAnswer>;
  readonly signOut: (scope: 'local' | 'global') => Promise<void>;
}

export interface ReleaseCommand {
  readonly words?: readonly string[];
  readonly why?: string;
  readonly seq?: number;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  /** Has the owner's facts by their key in `site.json`; null returns to the value of the file. */
  readonly facts?: Readonly<Record<string, FactValue | null>>;
  /** Number of the change to take back. */
  readonly change?: number;
}

export interface OwnerApi {
  readonly session: SessionApi;
  /** Calls a function of the database. @throws CallError */
  readonly call: <Name extends keyof OwnerCalls>(
    name: Name,
    args: OwnerCalls[Name]['args'],
  ) => Promise<OwnerCalls[Name]['value']>;
  /** Makes a read-only call before supabase-js is loaded. The same `call` then returns its answer. */
  readonly callAhead: <Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']) => void;
  /** Runs a command of the release interface and returns its JSON. @throws CallError */
  readonly release: <Name extends ReleaseCommandName>(
    name: Name,
    command?: ReleaseCommand,
  ) => Promise<ReleaseAnswers[Name]>;
  /** The texts of the site in its pages of now. @throws when they cannot be read */
  readonly readSite: () => Promise<Site>;
  /**
   * Makes the picture small and stores it. The site shows it once a published fact has its `path`.
   * @throws CallError
   */
  readonly addPicture: (file: Blob) => Promise<{ readonly path: string; readonly canvas: HTMLCanvasElement }>;
}

interface Space {
  /** `host.site` is that of the page, or of the last `renewSite`. */
  readonly host: Host;
  readonly api: OwnerApi;
  /**
   * Reads the texts of the site again after a publication; without an answer, those of the page stay.
   * @param seq number of the change that is to be seen: it is read once for each
   */
  readonly renewSite: (seq?: number) => Promise<void>;
}

const SpaceContext = createContext<Space | null>(null);

export const SpaceProvider = SpaceContext.Provider;

export function useSpace(): Space {
  const space = useContext(SpaceContext);
  if (!space) throw new Error('Render it inside a SpaceProvider.');
  return space;
}

/** The first day whose hours are not over, yyyy-MM-dd. */
export const useFirstDayAhead = (): string => firstDayAhead(hoursOf(useSpace().host.site.day));

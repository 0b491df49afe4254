import { cleanEmail } from '@site/contract/email';
import { suggestEmail } from '@site/contract/email-slips';
import type { FormFields } from '@site/contract/form-fields';
import { isCutFrenchPhone } from '@site/contract/phone';
import { Box } from '@site/shared-ui';
import { ErrorSummary } from '@site/shared-ui/form';
import { useEffect, useRef, useState } from 'react';
import { doubt as words } from './content/words';
import { cleanLine } from './texts';

/** A value may be mistyped. It is not refused. */
export interface Doubt {
  readonly text: string;
  /** The value that was probably meant. */
  readonly meant?: string;
}

type Doubts = Readonly<Record<string, Doubt>>;

export function doubtOf(kind: FormFields[string]['kind'], typed: string): Doubt | undefined {
  if (kind === 'tel' && isCutFrenchPhone(typed)) return { text: words.phone(cleanLine(typed)) };
  const address = kind === 'email' ? cleanEmail(typed) : '';
  const meant = suggestEmail(address);
  return meant ? { text: words.domain(address.slice(address.lastIndexOf('@') + 1)), meant } : undefined;
}

const doubtsOf = (fields: FormFields, values: object): Doubts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const doubt = doubtOf(kind, String(Reflect.get(values, name)));
      return doubt ? [[name, doubt]] : [];
    }),
  );

export type AskedDoubts = Omit<ReturnType<typeof useDoubts>, 'askFirst'>;

/** The first press with a doubt asks about it, the next one sends. */
export function useDoubts(fields: FormFields, values: object) {
  const [asked, setAsked] = useState<{ readonly doubts: Doubts; readonly times: number }>({ doubts: {}, times: 0 });
  const isAsked = ([name, { text }]: [string, Doubt]) => asked.doubts[name]?.text === text;
  /** Asks about new doubts. @returns whether to wait for another press */
  const askFirst = (request: object): boolean => {
    const doubts = doubtsOf(fields, request);
    if (Object.entries(doubts).every(isAsked)) return false;
    setAsked({ doubts, times: asked.times + 1 });
    return true;
  };
  return { askFirst, times: asked.times, open: Object.entries(doubtsOf(fields, values)).filter(isAsked) };
}

/** Above the pressed button; links to the doubtful fields, each of which offers a correction. */
export function DoubtSummary({ doubts: { open, times } }: { readonly doubts: AskedDoubts }) {
  const place = useRef<HTMLDivElement>(null);
  // On most phones, the button below it is then on screen too.
  useEffect(() => {
    if (times > 0) place.current?.scrollIntoView?.({ block: 'start' });
  }, [times]);
  return (
    <Box ref={place} _empty={{ display: 'none' }}>
      <ErrorSummary
        tone="doubt"
        title={words.title}
        errors={Object.fromEntries(open.map(([name, { text }]) => [name, text]))}
        submitCount={times}
      />
    </Box>
  );
}

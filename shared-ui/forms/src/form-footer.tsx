import type { Host } from '@site/contract/host';
import { Box, Button, Stack, Text, TextLink, toTelHref, useHydrated } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import type { ReactNode } from 'react';
import { doubt, orByPhone, privacy } from './content/words';
import { type AskedDoubts, DoubtSummary } from './doubts';
import type { RecapRow } from './recap';
import type { ReturnHome } from './return-home';
import { SubmissionSuccess } from './submission-success';

interface FormFooterProps {
  readonly host: Host;
  readonly form: {
    readonly isSubmitting: boolean;
    readonly returnHome: ReturnHome;
    readonly doubts: AskedDoubts;
  };
  readonly words: { readonly submit: string; readonly sending: string; readonly direct: string; readonly sent: string };
  /** The sent values, once they are stored. */
  readonly recap: readonly RecapRow[] | undefined;
  readonly problem: string | undefined;
  readonly terms?: ReactNode;
  /** Shown beside the buttons after a success. */
  readonly action?: ReactNode;
  /** Links below the buttons. */
  readonly more?: ReactNode;
  readonly note?: string;
}

/** The end of a form: its outcome, its button, other ways to write, and what happens to the data. */
export function FormFooter({ host, form, words, recap, problem, terms, action, more, note }: FormFooterProps) {
  const isHydrated = useHydrated();
  const { isSubmitting, returnHome, doubts } = form;
  const submit = doubts.open.length > 0 ? doubt.send : words.submit;
  const isLeaving = recap !== undefined && !returnHome.isCancelled;
  return (
    <Stack gap="5">
      {terms}
      <Box>
        <SubmissionSuccess
          status={words.sent}
          recap={recap}
          returnHome={returnHome}
          host={host}
          action={action}
          more={more}
          {...(note && { note })}
        />
        <FormStatus tone="error">{problem}</FormStatus>
      </Box>
      <DoubtSummary doubts={doubts} />
      <Button
        variant="primary"
        size="lg"
        type="submit"
        disabled={!isHydrated || isSubmitting || isLeaving}
        alignSelf={{ md: 'flex-start' }}
      >
        {isSubmitting ? words.sending : submit}
      </Button>
      <ContactAlternatives lead={words.direct} email={host.site.email} phone={host.site.phone} />
      <PrivacyNote host={host} />
    </Stack>
  );
}

interface ContactAlternativesProps {
  readonly lead: string;
  readonly email: string;
  readonly phone: string;
}

function ContactAlternatives({ lead, email, phone }: ContactAlternativesProps) {
  return (
    <Text fontSize="sm">
      {lead} <TextLink href={`mailto:${email}`}>{email}</TextLink>
      {phone && (
        <>
          {orByPhone}
          <TextLink href={toTelHref(phone)} whiteSpace="nowrap">
            {phone}
          </TextLink>
        </>
      )}
    </Text>
  );
}

function PrivacyNote({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <Text fontSize="sm" color="ink.soft">
      {privacy.text(site)}{' '}
      <TextLink asChild>
        <Link to={paths.legalNotice}>{privacy.more}</Link>
      </TextLink>
    </Text>
  );
}

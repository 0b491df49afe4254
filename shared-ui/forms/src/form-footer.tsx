import type { Host, Site } from '@site/contract/host';
import { Box, Button, Stack, Text, TextLink, toTelHref, useHydrated } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import type { ReactNode } from 'react';
import { doubt, orByPhone, privacy } from './content/words';
import { type AskedDoubts, DoubtSummary } from './doubts';
import type { ReturnHome } from './return-home';
import { SubmissionSuccess, type SubmissionSuccessProps } from './submission-success';

interface FormFooterProps extends Omit<SubmissionSuccessProps, 'status' | 'returnHome'> {
  readonly form: {
    readonly isSubmitting: boolean;
    readonly returnHome: ReturnHome;
    readonly doubts: AskedDoubts;
  };
  readonly words: { readonly submit: string; readonly sending: string; readonly direct: string; readonly sent: string };
  readonly problem: string | undefined;
  readonly terms?: ReactNode;
}

/** The end of a form: its outcome, its button, other ways to write, and what happens to the data. */
export function FormFooter({ form, words, problem, terms, ...success }: FormFooterProps) {
  const { host, recap } = success;
  const isHydrated = useHydrated();
  const { isSubmitting, returnHome, doubts } = form;
  const submit = doubts.open.length > 0 ? doubt.send : words.submit;
  const isLeaving = recap !== undefined && !returnHome.isCancelled;
  return (
    <Stack gap="5">
      {terms}
      <Box>
        <SubmissionSuccess {...success} status={words.sent} returnHome={returnHome} />
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
      <ContactAlternatives lead={words.direct} site={host.site} />
      <PrivacyNote host={host} />
    </Stack>
  );
}

function ContactAlternatives({ lead, site: { email, phone } }: { readonly lead: string; readonly site: Site }) {
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

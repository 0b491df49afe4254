import type { Site } from '@site/contract/host';
import { Box, Flex, Grid, Text, TextLink, toTelHref } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { orToComplete } from '../content/missing';
import { trainingSheet } from '../content/training-sheet';

export function SheetRows({ site }: { readonly site: Site }) {
  const isRegistered = site.nda !== undefined || site.qualiopi !== undefined;
  return (
    <Box as="dl" paddingBottom="4">
      {trainingSheet.entries(site).map(({ label, lines }) => (
        <SheetRow key={label} label={label}>
          <Lines lines={lines} />
        </SheetRow>
      ))}
      {isRegistered && (
        <SheetRow label={trainingSheet.provider.label}>
          <Provider site={site} />
        </SheetRow>
      )}
      <SheetRow label={trainingSheet.contact}>
        <SheetContact site={site} />
      </SheetRow>
    </Box>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 1) return lines[0];
  return (
    <Box as="ul" listStyleType="disc" paddingLeft="5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}

interface SheetRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function SheetRow({ label, children }: SheetRowProps) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: '4fr 8fr' }}
      columnGap="8"
      rowGap="1"
      paddingBlock="4"
      borderColor="sand"
      css={{ '&:not(:first-of-type)': { borderTopWidth: '1px' } }}
    >
      <Box as="dt" fontFamily="heading" fontWeight="semibold">
        {label}
      </Box>
      <Box as="dd" maxWidth="prose">
        {children}
      </Box>
    </Grid>
  );
}

const { provider } = trainingSheet;

/** The law requires the note about the State's approval, and the category next to a certificate. */
function Provider({ site: { nda, qualiopi } }: { readonly site: Site }) {
  return (
    <>
      {nda && <Text>{provider.registered(nda)}</Text>}
      {qualiopi && (
        <Text>
          <TextLink href={qualiopi.certificate}>{provider.certificate}</TextLink>
          {provider.category(qualiopi.category)}
        </Text>
      )}
    </>
  );
}

function SheetContact({ site: { email, phone } }: { readonly site: Site }) {
  return (
    <Flex wrap="wrap" columnGap="6" rowGap="2">
      {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      {phone && (
        <TextLink href={toTelHref(phone)} whiteSpace="nowrap">
          {phone}
        </TextLink>
      )}
    </Flex>
  );
}

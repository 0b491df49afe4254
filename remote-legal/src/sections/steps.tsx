import { withFunding } from '@site/contract/addresses';
import type { Host } from '@site/contract/host';
import { orToComplete } from '@site/contract/to-complete';
import {
  Box,
  Button,
  CheckList,
  Container,
  Flex,
  Grid,
  Heading,
  Icon,
  Picture,
  ProgressBar,
  Reveal,
  Section,
  Stack,
  Text,
  TextLink,
} from '@site/shared-ui';
import { ExternalLink, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { documents, funding, preparation, preRegistration, signature, stepNumber } from '../content/funding';
import envelope from '../illustrations/envelope-with-documents.svg';
import handshake from '../illustrations/handshake-by-screen.svg';
import form from '../illustrations/pre-registration-form.svg';
import papers from '../illustrations/prepared-papers.svg';

const TITLE_ID = 'steps-title';

export function Steps({ host }: { readonly host: Host }) {
  return (
    <Section tone="chalk" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Heading as="h2" id={TITLE_ID} size="3xl" marginBottom="6">
            {funding.stepsTitle}
          </Heading>
          <FileProgress />
          <OrderNote />
        </Reveal>
        <Box as="ol" marginTop="8">
          <PreRegistrationStep host={host} />
          <DocumentsStep email={host.site.email} />
          <PreparationStep host={host} />
          <SignatureStep sendsToEveryFund={host.site.sendsFundingFile} />
        </Box>
      </Container>
    </Section>
  );
}

/** The site tracks no files, so the bar is at its start for every visitor. */
const VALUE = 0;
const MAX = 100;

function FileProgress() {
  const { label, value, caption } = funding.progress;
  return (
    <Box maxWidth="prose">
      <Flex justify="space-between" wrap="wrap" columnGap="4" marginBottom="2" aria-hidden="true">
        <span>{label}</span>
        <Box as="span" whiteSpace="nowrap">
          {value(VALUE, MAX)}
        </Box>
      </Flex>
      <ProgressBar value={VALUE} max={MAX} label={label} />
      <Text fontSize="sm" marginTop="2">
        {caption}
      </Text>
    </Box>
  );
}

function OrderNote() {
  const { title, text } = funding.order;
  return (
    <Flex
      role="note"
      gap="4"
      marginTop="8"
      padding={{ base: '5', md: '6' }}
      maxWidth="prose"
      borderWidth="2px"
      borderColor="warning"
      borderRadius="card"
    >
      <Icon of={TriangleAlert} color="warning" />
      <Box>
        <Text fontWeight="bold">{title}</Text>
        <Text>{text}</Text>
      </Box>
    </Flex>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly picture: { readonly src: string; readonly alt: string };
  readonly children: ReactNode;
}

const PICTURE_PX = { width: 320, height: 240 } as const;

const areas = {
  base: '"number" "picture" "content"',
  md: '"number picture" "content picture"',
  lg: '"number content picture"',
};
const columns = {
  base: 'minmax(0, 1fr)',
  md: 'minmax(0, 1fr) min(15rem, 40%)',
  lg: '6rem minmax(0, 1fr) min(20rem, 40%)',
};

// Places the drawing next to the text: printed sheets are narrower than that breakpoint.
const onPaper = {
  paddingBlock: '0.75rem',
  rowGap: '0.5rem',
  gridTemplateAreas: areas.md,
  gridTemplateColumns: 'minmax(0, 1fr) 10rem',
  gridTemplateRows: 'auto 1fr',
};

function Step({ number, title, picture, children }: StepProps) {
  return (
    <Box as="li" borderTopWidth="1px" borderColor="sand">
      <Reveal>
        <Grid
          templateAreas={areas}
          templateColumns={columns}
          templateRows={{ md: 'auto 1fr', lg: 'auto' }}
          columnGap={{ md: '8', lg: '10' }}
          rowGap="4"
          paddingBlock={{ base: '8', md: '10' }}
          css={{ '@media print': onPaper }}
        >
          <Text gridArea="number" fontFamily="heading" fontSize="xl" fontWeight="bold" lineHeight="snug" color="tile">
            {stepNumber(number)}
          </Text>
          <Stack gridArea="content" gap="4" maxWidth="prose">
            <Heading as="h3">{title}</Heading>
            {children}
          </Stack>
          <Box gridArea="picture" maxWidth="20rem">
            <Picture {...picture} {...PICTURE_PX} forPrint />
          </Box>
        </Grid>
      </Reveal>
    </Box>
  );
}

function PreRegistrationStep({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { title, text, link, missing, picture } = preRegistration;
  const url = site.preRegistrationUrl;
  return (
    <Step number={1} title={title} picture={{ src: form, alt: picture }}>
      <Text>{url ? text : missing.text}</Text>
      <Button asChild variant="quiet" alignSelf="start">
        {url ? (
          <a href={url}>
            {link}
            <Icon of={ExternalLink} />
          </a>
        ) : (
          <Link to={withFunding(paths.contact)}>{missing.link}</Link>
        )}
      </Button>
    </Step>
  );
}

function DocumentsStep({ email }: { readonly email: string }) {
  const { title, text, items, reasons, privacy, picture } = documents;
  return (
    <Step number={2} title={title} picture={{ src: envelope, alt: picture }}>
      <Text>
        {`${text} `}
        {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      </Text>
      <CheckList items={items} />
      <CertificateDownload />
      <Box>
        <Text fontWeight="semibold">{reasons.title}</Text>
        <Text>{reasons.text}</Text>
      </Box>
      <Text>{privacy}</Text>
    </Step>
  );
}

function CertificateDownload() {
  const { title, download } = documents.certificate;
  return (
    <Box background="paper" borderWidth="1px" borderColor="sand" borderRadius="card" padding={{ base: '5', md: '6' }}>
      <Text fontWeight="semibold" marginBottom="2">
        {title}
      </Text>
      <Box as="ol" listStyleType="decimal" paddingLeft="6" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1">
        {download.map((action) => (
          <li key={action}>{action}</li>
        ))}
      </Box>
    </Box>
  );
}

function PreparationStep({ host: { paths, Link } }: { readonly host: Host }) {
  const { title, text, date, picture } = preparation;
  return (
    <Step number={3} title={title} picture={{ src: papers, alt: picture }}>
      <Text>{text}</Text>
      <CheckList items={preparation.papers} />
      <Text>{date.text}</Text>
      <TextLink asChild alignSelf="start">
        <Link to={withFunding(paths.booking)}>{date.link}</Link>
      </TextLink>
    </Step>
  );
}

function SignatureStep({ sendsToEveryFund }: { readonly sendsToEveryFund: boolean | undefined }) {
  return (
    <Step number={4} title={signature.title} picture={{ src: handshake, alt: signature.picture }}>
      <Text>{signature.text(sendsToEveryFund)}</Text>
      <Text>{signature.delay}</Text>
    </Step>
  );
}

import { Box, CheckList, Text, TextLink } from '@site/shared-ui';
import { documents } from '../content/funding-steps';
import { orToComplete } from '../content/missing';
import envelope from '../illustrations/envelope-with-documents.svg';
import { CertificateDownload } from './certificate-download';
import { Step } from './step';

const { title, text, items, reasons, privacy, picture } = documents;

export function DocumentsStep({ email }: { readonly email: string }) {
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

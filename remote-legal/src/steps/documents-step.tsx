import { Box, CheckList, Text, TextLink } from '@site/shared-ui';
import { documents } from '../content/funding-steps';
import { orToComplete } from '../content/missing';
import envelope from '../illustrations/envelope-with-documents.svg';
import { Step } from './step';

export function DocumentsStep({ email }: { readonly email: string }) {
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
      <Box as="ol" listStyleType="decimal" paddingLeft="6" display="grid" gap="1">
        {download.map((action) => (
          <li key={action}>{action}</li>
        ))}
      </Box>
    </Box>
  );
}

import { Box, CheckList, Text, TextLink } from '@site/shared-ui';
import { documents } from '../content/funding-steps';
import { orToComplete } from '../content/missing';
import { Step } from './step';

const { title, text, items, certificate, privacy } = documents;

export function DocumentsStep({ email }: { readonly email: string }) {
  return (
    <Step number={2} title={title}>
      <Text>
        {`${text} `}
        {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      </Text>
      <CheckList items={items} />
      <CertificateDownload />
      <Text fontSize="sm">{privacy}</Text>
    </Step>
  );
}

function CertificateDownload() {
  return (
    <Box background="paper" borderWidth="1px" borderColor="sand" borderRadius="card" padding={{ base: '5', md: '6' }}>
      <Text fontWeight="semibold" marginBottom="2">
        {certificate.title}
      </Text>
      <Box as="ol" listStyleType="decimal" paddingLeft="6">
        {certificate.download.map((action) => (
          <li key={action}>{action}</li>
        ))}
      </Box>
    </Box>
  );
}

import { Box, Text } from '@site/shared-ui';
import { documents } from '../content/funding-steps';

const { title, download } = documents.certificate;

export function CertificateDownload() {
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

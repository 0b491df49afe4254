import type { Site, Testimonial } from '@site/contract/host';
import { Box, formatFrenchDate, Heading, Stack, Text } from '@site/shared-ui';
import { proof } from '../content/proof';

export function Testimonials({ site: { testimonials, testimonialsCollection } }: { readonly site: Site }) {
  return (
    <Stack gap="6">
      <Heading as="h3" size="xl">
        {proof.testimonials}
      </Heading>
      {testimonials.map((testimonial) => (
        <Words key={`${testimonial.name} ${testimonial.date}`} {...testimonial} />
      ))}
      {testimonialsCollection && (
        <Text fontSize="sm" maxWidth="prose">
          {testimonialsCollection}
        </Text>
      )}
    </Stack>
  );
}

function Words({ name, role, text, date }: Testimonial) {
  return (
    <Box as="figure" maxWidth="prose" borderLeftWidth="4px" borderColor="tile" paddingLeft="5">
      <Text as="blockquote" fontSize="lg">
        {text}
      </Text>
      <Text as="figcaption" fontSize="sm" marginTop="2">
        {name}
        {role && `, ${role}`}
        {', '}
        <time dateTime={date}>{formatFrenchDate(date)}</time>
      </Text>
    </Box>
  );
}

import { Box } from '@site/shared-ui';

export function BulletList({ items }: { readonly items: readonly string[] }) {
  return (
    <Box as="ul" listStyleType="disc" paddingLeft="6" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </Box>
  );
}

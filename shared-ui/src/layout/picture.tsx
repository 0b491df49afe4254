import { chakra } from '@chakra-ui/react/styled-system';

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** Intrinsic size in pixels, which reserves the space. */
  readonly width: number;
  readonly height: number;
  readonly eager?: boolean;
}

/** A picture as wide as its container allows; loaded lazily unless `eager`. */
export function Picture({ src, alt, width, height, eager = false }: PictureProps) {
  return (
    <chakra.img
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}

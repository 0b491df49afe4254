import { chakra } from '@chakra-ui/react/styled-system';

interface PictureProps {
  readonly src: string;
  /** Empty for a picture that only decorates. */
  readonly alt: string;
  /** Own width and height of the picture in pixels: they keep its place until it comes. */
  readonly width: number;
  readonly height: number;
  /** For what stands in the first window. */
  readonly eager?: boolean;
}

/** A picture, as wide as its place allows; fetched when it comes near unless `eager`. */
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

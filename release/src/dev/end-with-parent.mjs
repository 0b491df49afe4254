// Loaded into each hot server: it ends with `pnpm dev`, however that ends, and leaves its port.
process.once('disconnect', () => process.exit());

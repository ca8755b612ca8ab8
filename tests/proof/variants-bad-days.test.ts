import { tryVariants } from './try-variants.ts';

tryVariants('bad-day');

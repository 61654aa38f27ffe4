import { HOUSE_1 } from './src/rules/politics/bank/house-1/index.ts';

export { SearchButton, SearchIcon, usePalette } from './components/use-palette';

import './shift-edges.browser.cases.tsx';

export { PdfModule } from './pdf.module';

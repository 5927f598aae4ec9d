import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Slider } from '../../platform/ui/slider.tsx';
import type { Area } from './crop-image.ts';

/** Width and height of the frame in pixels. */
const VIEWPORT = 300;
const MAX_ZOOM = 4;

interface CropProps {
  address: string;
  shape: 'circle' | 'square';
  /** Called with the visible area, in pixels of the picture's file, when moving and zooming have stopped. */
  onArea: (area: Area) => void;
  /** Called if the browser cannot read the picture. */
  onBroken: () => void;
}

/** The picture behind a frame. It can be dragged, pinched, zoomed with the wheel, and moved with the arrow keys. */
export default function Crop({ address, shape, onArea, onBroken }: CropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const id = useId();
  return (
    <>
      <div className="relative mx-auto size-[300px] overflow-hidden bg-raised">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropSize={{ width: VIEWPORT, height: VIEWPORT }}
          objectFit="cover"
          cropShape={shape === 'circle' ? 'round' : 'rect'}
          showGrid={false}
          disableAutomaticStylesInjection
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area: use the arrow keys to move the picture' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
        />
      </div>
      <label htmlFor={id} className="flex items-center gap-3">
        Zoom
        <Slider id={id} min={1} max={MAX_ZOOM} step={0.01} value={zoom} onChange={setZoom} className="flex-1" />
      </label>
    </>
  );
}
